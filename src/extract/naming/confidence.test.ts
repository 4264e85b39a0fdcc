import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceOf, type Sureness, valueConfidence } from './confidence.ts';
import { type FeatureName, featureNames, type NameFeatures } from './score.ts';

const none = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
const features: NameFeatures = { ...none, coverage: 1, label: 1 };
const sure: Sureness = { score: 8, lead: 6, elsewhere: -2, features, distinct: 1 };

test('a name with a good fit and a clear lead is sure', () => {
  assert.ok(confidenceOf(sure) > 0.95);
});

test('each doubt makes a name less sure', () => {
  const doubts: readonly Sureness[] = [
    { ...sure, score: 2 },
    { ...sure, lead: 0.5 },
    { ...sure, elsewhere: 9 },
    { ...sure, features: { ...features, mistyped: 0.6 } },
    { ...sure, features: { ...features, several: 1 } },
  ];
  for (const doubt of doubts) assert.ok(confidenceOf(doubt) < confidenceOf(sure));
});

test('what names the thing of a page is doubted where pages repeat it, other values are not', () => {
  const main = { ...sure, features: { ...features, mainHeading: 1 } };
  assert.ok(confidenceOf({ ...main, distinct: 0.2 }) < confidenceOf(main));
  assert.equal(confidenceOf({ ...sure, distinct: 0.2 }), confidenceOf(sure));
});

test('a value is doubted most for another type, less for ways that disagree, least for a new form', () => {
  const usual = { agreement: 1, isStrange: false, isOfType: true };
  const [whole, newForm, split, mistyped] = [
    usual,
    { ...usual, isStrange: true },
    { ...usual, agreement: 0.6 },
    { ...usual, isOfType: false },
  ].map((signs) => valueConfidence(0.9, signs)) as [number, number, number, number];
  assert.equal(whole, 0.9);
  assert.ok(whole > newForm && newForm > split && split > mistyped);
});
