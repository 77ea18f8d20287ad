import { GetCommentAssociations } from './get-comment-associations.js';

export const commentAssociations = { controllers: [GetCommentAssociations], providers: [] };
