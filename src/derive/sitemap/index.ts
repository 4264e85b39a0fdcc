export { type SitemapOptions, type SitemapReport, writeSitemap } from './write.ts';
