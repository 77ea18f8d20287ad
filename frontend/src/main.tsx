import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadMemberPage } from './app/preload';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

preloadMemberPage(location.pathname);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
