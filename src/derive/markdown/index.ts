export { type MarkdownReport, writeMarkdown } from './write.ts';
