import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'parse5';
import { PNG } from 'pngjs';
import type { Box, Picture } from '../model/index.ts';
import { markOf } from '../reports/palette.ts';
import type { TrainedPattern, TrainedType } from './model.ts';
import { type ReportedType, reportHtml, type TrainingReport } from './report.ts';

function pattern(leadsTo: string, more: Partial<TrainedPattern> = {}): TrainedPattern {
  const example = 'More (/HTML/BODY[1]/A[1])';
  return { event: 'click', leadsTo, paths: ['//UL/LI/A'], support: 1234, precision: 1, example, ...more };
}

function type(name: string, patterns: readonly TrainedPattern[] = []): TrainedType {
  return {
    name,
    threshold: 0.25,
    change: 6,
    samples: [{ at: 'http://site.test/', skeleton: '' }],
    patterns,
  };
}

function pictureWith(boxes: readonly (Box | null)[], width = 200, height = 400): Picture {
  return { png: PNG.sync.write(new PNG({ width, height })), width, height, boxes };
}

function reportOf(
  types: readonly TrainedType[],
  more: readonly Partial<ReportedType>[] = [],
  warnings: readonly string[] = [],
): TrainingReport {
  const model = {
    format: 'argiope-model',
    version: 1,
    site: 'site.test',
    trainedAt: '2026-03-01T10:20:30.000Z',
    events: ['click', 'mouseover'],
    want: ['article'],
    types,
    classes: [],
  } as const;
  const reported = more.map((each, at) => ({
    name: types[at]?.name ?? '',
    seen: 0,
    advice: null,
    samples: [],
    fired: [],
    ...each,
  }));
  return { model, counts: { events: 98765, pages: 321, seconds: 12.34 }, types: reported, warnings };
}

/** Elements of a report with the attributes that a browser would see. */
function elementsIn(html: string): { readonly tag: string; readonly attrs: ReadonlyMap<string, string> }[] {
  interface Node {
    readonly tagName?: string;
    readonly attrs?: readonly { readonly name: string; readonly value: string }[];
    readonly childNodes?: readonly Node[];
  }
  const below = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(below)];
  return below(parse(html) as Node).flatMap(({ tagName, attrs = [] }) =>
    tagName ? [{ tag: tagName, attrs: new Map(attrs.map(({ name, value }) => [name, value])) }] : [],
  );
}

test('a report tells site, moment, totals, types, thresholds and how they were suggested', () => {
  const advice = { threshold: 0.25, widestWithin: 0.04, nearestBetween: { distance: 0.412, type: 'list' } };
  const html = reportOf(
    [type('article', [pattern('list', { precision: 0.9 })]), type('list')],
    [{ seen: 1500, advice }, { advice: { threshold: 0.3, widestWithin: null, nearestBetween: null } }],
  );
  const text = reportHtml(html);
  for (const word of [
    'Training of site.test',
    '2026-03-01 10:20:30 UTC',
    '98\u202f765',
    '321',
    '12.3',
    '1\u202f500',
    'widest within 0.040; nearest between 0.412 (list).',
    'one sample, nothing within; no other type.',
    '<b>Set to 0.250</b>; suggested was 0.300.',
    '1\u202f234',
    '90.0 %',
    'More (/HTML/BODY[1]/A[1])',
    '//UL/LI/A',
  ])
    assert.ok(text.includes(word), word);
  assert.equal(text.match(/<b class="yes">wanted<\/b>/g)?.length, 1);
  assert.equal(text.match(/<section id="type-/g)?.length, 2);
});

test('elements are outlined where they are, in the mark of their pattern', () => {
  const boxes = [{ x: 20, y: 40, width: 100, height: 10 }, null, { x: 0, y: 200, width: 50, height: 100 }];
  const matches = [['/HTML/A[1]', '/HTML/A[2]'], ['/HTML/B[1]']];
  const samples = [{ at: 'http://site.test/1', matches, picture: pictureWith(boxes) }];
  const text = reportHtml(
    reportOf([type('list', [pattern('article'), pattern('list', { event: 'mouseover' })])], [{ samples }]),
  );
  const outlines = elementsIn(text).filter(({ attrs }) => attrs.get('class')?.startsWith('box'));
  assert.deepEqual(
    outlines.map(({ attrs }) => [attrs.get('style'), attrs.get('title')]),
    [
      [
        `left:10%;top:10%;width:50%;height:2.5%;border-style:solid;border-color:${markOf(0).colour}`,
        'A: click → article, /HTML/A[1]',
      ],
      [
        `left:0%;top:50%;width:25%;height:25%;border-style:dashed;border-color:${markOf(1).colour}`,
        'B: mouseover → list, /HTML/B[1]',
      ],
    ],
  );
  assert.ok(text.includes('A: 2, 1 not in the picture'));
  const [image] = elementsIn(text).filter(({ tag }) => tag === 'img');
  const png = Buffer.from(image?.attrs.get('src')?.replace('data:image/png;base64,', '') ?? '', 'base64');
  assert.equal(PNG.sync.read(png).width, 200);
});

test('twelve patterns have marks of their own, and more have letters of their own', () => {
  const marks = Array.from({ length: 60 }, (_, at) => markOf(at));
  assert.equal(new Set(marks.slice(0, 12).map(({ colour, line }) => colour + line)).size, 12);
  assert.equal(new Set(marks.map(({ letter }) => letter)).size, 60);
});

test('nothing of a site becomes markup, runs or is asked for', () => {
  const nasty = `"><script>alert(1)</script><img src=http://evil.test/x onerror='x()'>&amp;`;
  const report = reportOf(
    [type(nasty, [pattern(nasty, { event: nasty, paths: [nasty], example: nasty })])],
    [
      {
        samples: [
          {
            at: nasty,
            matches: [[nasty]],
            picture: pictureWith([{ x: 1, y: 1, width: 5, height: 5 }]),
          },
          { at: nasty, matches: [[]], picture: null },
        ],
        advice: { threshold: 0.1, widestWithin: 0, nearestBetween: { distance: 1, type: nasty } },
        fired: [{ event: nasty, fired: 1, wanted: 0, unwanted: 0, nowhere: 1 }],
      },
    ],
    [nasty],
  );
  const model = { ...report.model, site: nasty, trainedAt: nasty, events: [nasty], want: [nasty] };
  const all = elementsIn(reportHtml({ ...report, model }));
  assert.deepEqual(
    all.filter(({ tag }) => ['script', 'link', 'iframe', 'object', 'base', 'form'].includes(tag)),
    [],
  );
  assert.equal(all.filter(({ tag }) => tag === 'img').length, 1);
  for (const { attrs } of all) {
    for (const [name, value] of attrs) {
      assert.ok(!name.startsWith('on'), name);
      if (name === 'src') assert.match(value, /^data:image\/png;base64,[\w+/=]+$/);
      if (name === 'href') assert.match(value, /^#type-\d+$/);
      if (name === 'style') assert.ok(!/url|http/.test(value), value);
    }
  }
  assert.ok(all.some(({ attrs }) => attrs.get('content')?.startsWith("default-src 'none'")));
  assert.ok(!/@import|url\(/.test(reportHtml(report)));
});

test('pictures beyond the budget are left out, with a word', () => {
  const picture = pictureWith([]);
  const samples = ['1', '2', '3'].map((at) => ({ at, matches: [], picture }));
  const text = reportHtml(reportOf([type('list')], [{ samples }]), 2.5 * (4 / 3) * picture.png.length);
  assert.equal(elementsIn(text).filter(({ tag }) => tag === 'img').length, 2);
  assert.equal(text.match(/Its picture is left out/g)?.length, 1);
});

test('warnings, events that led nowhere, and their absence are told', () => {
  const fired = [{ event: 'mouseover', fired: 4000, wanted: 1, unwanted: 2, nowhere: 3997 }];
  const text = reportHtml(reportOf([type('list')], [{ fired }], ['A and B look the same.']));
  assert.ok(text.includes('<li>A and B look the same.</li>'));
  assert.match(text, /data-name="Led nowhere" class="number">3\u202f997</);
  assert.ok(text.includes('No pattern: nothing on these pages'));
  const empty = reportHtml(reportOf([]));
  assert.ok(empty.includes('None: wanted and unwanted elements could be told apart everywhere.'));
  assert.ok(!empty.includes('What was fired'));
});
