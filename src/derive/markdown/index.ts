export { markdownOf } from './tree-writer.ts';
export { type MarkdownReport, writeMarkdown } from './write.ts';
