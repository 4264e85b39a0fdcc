import { learnLocators } from '../../src/extract/locate/learn.ts';
import { preparePage } from '../../src/extract/page/index.ts';
import { applyRules, find } from '../../src/extract/rules/apply.ts';
import { plainText } from '../../src/extract/rules/known.ts';
import { repairField } from '../../src/extract/rules/repair.ts';
import { Watch } from '../../src/extract/rules/watch.ts';
