export { COMMENT_LIMIT, renderMarkdown } from "./markdown";
