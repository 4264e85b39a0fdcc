export { choosePages } from './choose.ts';
export { induce } from './induce.ts';
export { match } from './match.ts';
export { expressionText } from './text.ts';
