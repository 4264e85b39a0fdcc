import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import { readAs, recognise } from './recognise.ts';
import type { ValueType } from './types.ts';

/** Texts with their one spelling; `null` where they are not of the type. */
const cases: Partial<Record<ValueType, Readonly<Record<string, string | null>>>> = {
  price: {
    '$11,995': '11995',
    '$ 18,800': '18800',
    'MSRP: $34,200': '34200',
    '$47,600 |': '47600',
    '$32,520 – $34,520': '32520-34520',
    '$52,400 - $58,250': '52400-58250',
    '1.234,56 €': '1234.56',
    'EUR 1 234,50': '1234.5',
    '£7.99': '7.99',
    'from $5 each': '5',
    '$3.2 million': '3200000',
    '12.98万元': '129800',
    '12.98-15.58万元': '129800-155800',
    '￥99.00': '99',
    '¥1,299起': '1299',
    '99 元/月': '99',
    'USD 45,000 per year': '45000',
    '11995': null,
    $: null,
    US: null,
    'Save $5 today on all cameras': null,
  },
  date: {
    'November 18, 2010': '2010-11-18',
    '18 Nov 2010': '2010-11-18',
    'Thursday, November 18, 2010': '2010-11-18',
    'Posted: December 6, 2010': '2010-12-06',
    ': June 2010': '2010-06',
    'Pub. Date: June 2010': '2010-06',
    '10/15/2008': '2008-10-15',
    '15/10/2008': '2008-10-15',
    '15.10.2008': '2008-10-15',
    '11-26-2010': '2010-11-26',
    '2010-11-18T12:30:00Z': '2010-11-18',
    '2010/11/18 12:30': '2010-11-18',
    '2010年11月18日': '2010-11-18',
    '2010年11月': '2010-11',
    '1st of May, 1999': '1999-05-01',
    '3 days ago': '3 days ago',
    '3天前': '3天前',
    '2010-02-30': null,
    '31/31/2008': null,
    '555-1234': null,
    May: null,
  },
  time: {
    '12:30': '12:30',
    '3:05 PM': '15:05',
    '12 am': '00:00',
    下午3点半: '15:30',
    '25:00': null,
    '3:77': null,
  },
  phone: {
    '(415) 555-1234': '4155551234',
    '+1 415 555 1234': '+14155551234',
    'Tel: 415-555-1234': '4155551234',
    '010-12345678': '01012345678',
    '13800138000': '13800138000',
    '400-800-1234': '4008001234',
    '1999-2010': null,
    '12345678': null,
    '11-26-2010': null,
  },
  isbn: {
    '9780307454546': '9780307454546',
    '978-0307454546': '9780307454546',
    'ISBN-13: 978-0-306-40615-7': '9780306406157',
    '0-306-40615-2': '9780306406157',
    '080442957X': '9780804429573',
    '0-306-40615-3': null,
    '9780307454547': null,
  },
  gtin: { '036000291452': '00036000291452', '036000291453': null },
  email: { 'Ann.Lee@mail.example.com': 'ann.lee@mail.example.com', 'mailto:a@b.cn': 'a@b.cn', 'a@b': null },
  url: {
    'http://a.example/x?y=1': 'http://a.example/x?y=1',
    'www.example.com': 'http://www.example.com/',
    'example.co.uk/a': 'http://example.co.uk/a',
    'e.g. this': null,
    'file.name': null,
  },
  quantity: {
    '17 mpg': '17 mpg',
    '14.1MP': '14.1 MP',
    '12.1 Megapixels': '12.1 MP',
    '2.7"': '2.7 in',
    '2.7-inch': '2.7 in',
    '3.5 kg': '3.5 kg',
    '1,200 lbs.': '1200 lb',
    '16GB': '16 GB',
    '22 – 24 mpg': '22-24 mpg',
    '352 pages': '352 pages',
    '352页': '352 pages',
    '1210万像素': '1210 MP',
    '5公斤': '5 kg',
    '5 apples': null,
    kg: null,
  },
  percentage: { '12.5%': '12.5', '80 percent off': '80', '12': null },
  rating: {
    '4.5 out of 5 stars': '4.5/5',
    '4/5': '4/5',
    '★★★☆☆': '3/5',
    '8.5分': '8.5/10',
    '3 stars': '3/5',
    '7 out of 5': null,
    '4': null,
  },
  year: { '2002': '2002', '2002年': '2002', '1066': null, '2002 cars': null },
  number: { '1,234': '1234', '-5.5': '-5.5', '1.234.567': '1234567', '0,5': '0.5', '12a': null },
  address: {
    '1600 Pennsylvania Ave NW, Washington, DC 20500': '1600 Pennsylvania Ave NW, Washington, DC 20500',
    北京市海淀区中关村大街27号: '北京市海淀区中关村大街27号',
    'Senior Drive Engineer': null,
  },
  place: {
    'Oakland, CA': 'Oakland, CA',
    'Cincinnati, Ohio, United States': 'Cincinnati, Ohio, United States',
    'Gaithersburg, MD 20899': 'Gaithersburg, MD 20899',
    'US-DC-downtown DC': 'US-DC-downtown DC',
    California: 'California',
    德国: '德国',
    广东省深圳市: '广东省深圳市',
    'Engineer, Senior': null,
    'Hello World': null,
  },
  code: { US: 'US', EUR: 'EUR', 'en-GB': 'en-GB', XQ: null, IT: 'IT' },
  organisation: {
    'Livescribe Inc.': 'Livescribe Inc.',
    'Great Source Education Group Inc': 'Great Source Education Group Inc',
    人民文学出版社: '人民文学出版社',
    'Stieg Larsson': null,
  },
  person: {
    'Stieg Larsson': 'Stieg Larsson',
    'by Gena Showalter': 'Gena Showalter',
    'Larsson, Stieg': 'Stieg Larsson',
    'J. K. Rowling': 'J. K. Rowling',
    'Ludwig van Beethoven': 'Ludwig van Beethoven',
    王小明: '王小明',
    'Add to Cart': null,
    'The Great Gatsby': null,
    Larsson: null,
  },
};

for (const [type, texts] of Object.entries(cases)) {
  describe(type, () => {
    for (const [text, value] of Object.entries(texts)) {
      test(value === null ? `${text} is none` : `${text} is ${value}`, () => {
        assert.equal(readAs(text, type as ValueType)?.value ?? null, value);
      });
    }
  });
}

test('currencies, units and ranges are told apart from the amounts', () => {
  assert.deepEqual(readAs('HK$120', 'price'), {
    type: 'price',
    value: '120',
    amount: 120,
    unit: 'HKD',
  });
  assert.equal(readAs('12.98-15.58万元', 'price')?.most, 155800);
  assert.deepEqual(readAs('22 – 24 mpg', 'quantity'), {
    type: 'quantity',
    value: '22-24 mpg',
    amount: 22,
    most: 24,
    unit: 'mpg',
  });
});

test('what is plain text is recognised as nothing', () => {
  for (const text of ['', 'Add to cart', 'More about this product', '查看更多'])
    assert.deepEqual(recognise(text), []);
});

test('any text is read without failing, and in time', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (text) => Array.isArray(recognise(text))),
  );
  for (const text of ['9'.repeat(5000), '1 '.repeat(100), `${'A. '.repeat(60)}`, `${'1,000'.repeat(39)}x`])
    recognise(text);
});

test('an amount is read again from its own spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (cents) => {
      const amount = cents / 100;
      const text = `$${amount.toLocaleString('en', { minimumFractionDigits: 2 })}`;
      assert.equal(readAs(text, 'price')?.amount, amount, text);
    }),
  );
});
