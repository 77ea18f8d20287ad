import { GetCatalogues } from './get-catalogues.js';

export const catalogue = { controllers: [GetCatalogues], providers: [] };
