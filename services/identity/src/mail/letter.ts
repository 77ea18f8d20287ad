import type { Mail } from './mailer.js';

export interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Set apart, in large spaced letters. */
  code?: string;
  action: { label: string; url: string };
  /** Small, at the end. */
  footnote: string;
  /** Below the footnote. */
  footLink?: { label: string; url: string };
}

/** One letter in both forms. The colours are those of the app; mail programs know no variables. */
export function letterToMail({ to, subject, paragraphs, code, action, footnote, footLink }: Letter): Mail {
  const lines = [
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    linkLine(action),
    footnote,
    ...(footLink ? [linkLine(footLink)] : []),
  ];
  const text = `${lines.join('\n\n')}\n\nCandid\n`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF8F5;color:#1F1A17;font:16px/1.5 Figtree,system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="font-size:20px;font-weight:600">Candid</p>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${code === undefined ? '' : `<p style="font-size:20px;font-weight:600;letter-spacing:1px">${escaped(code)}</p>`}
<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:16px;background:#B93D1A;color:#FFFFFF;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p style="font-size:14px;color:#6B625C">${escaped(footnote)}${footLink ? `<br><a href="${escaped(footLink.url)}" style="color:#6B625C">${escaped(footLink.label)}</a>` : ''}</p>
</div></body></html>
`;
  return { to, subject, text, html };
}

const linkLine = ({ label, url }: { label: string; url: string }): string => `${label}:\n${url}`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
