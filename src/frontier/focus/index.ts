export { Focus, type LinkSigns, type PageRelevance, priorityOfScore, scoreOfPriority } from './focus.ts';
export { type RankedPage, seedPriority, TopicRanking } from './ranking.ts';
