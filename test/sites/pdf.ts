import { deflateSync } from 'node:zlib';

const latin = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF file of one page with one line. */
export function pdfOf(line: string): Buffer {
  return pdfFile(`(${line})`, [latin]);
}

/** The same in a Chinese font of the system, which the file does not hold: bytes in an encoding that it only names. */
export function chinesePdf(bytes: Uint8Array, encoding: string): Buffer {
  const system = '<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>';
  return pdfFile(`<${Buffer.from(bytes).toString('hex')}>`, [
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo ${system} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]);
}

/** A small file whose page unpacks to so many bytes. */
export function pdfBomb(bytes: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(bytes, ' '), { level: 1 })).toString('latin1');
  return pdfFile('()', [latin], {
    head: '/Filter [/FlateDecode /FlateDecode] ',
    stream: packed,
  });
}

function pdfFile(
  said: string,
  fonts: readonly string[],
  { head, stream } = { head: '', stream: `BT /F1 18 Tf 40 700 Td ${said} Tj ET` },
): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< ${head}/Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...fonts,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}
