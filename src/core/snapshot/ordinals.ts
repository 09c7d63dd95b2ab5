/**
 * Words that name the first, second, third or fourth of several, as the stems by which an answer is known in each
 * language. Latin, Cyrillic and similar stems stand at the beginning of a word; the others anywhere.
 */
const stems: readonly (readonly [first: string, second: string, third: string, fourth: string])[] =
  [
    ['first|former', 'second|latter', 'third', 'fourth'],
    ['erste', 'zweite', 'dritte', 'vierte'],
    ['premier|premi\u00e8re', 'deuxi\u00e8me|seconde', 'troisi\u00e8me', 'quatri\u00e8me'],
    ['primer', 'segund', 'tercer', 'cuart'],
    ['primeir', 'segund', 'terceir', 'quart'],
    ['prima|primo', 'seconda|secondo', 'terza|terzo', 'quarta|quarto'],
    ['eerste', 'tweede', 'derde', 'vierde'],
    ['f\u00f8rste', 'anden|andet|andre', 'tredje', 'fjerde'],
    ['f\u00f6rsta', 'andra', 'tredje', 'fj\u00e4rde'],
    [
      'ensimm\u00e4i',
      'toinen|toisen|toista',
      'kolmas|kolmannen|kolmatta',
      'nelj\u00e4s|nelj\u00e4nnen',
    ],
    ['pierwsz', 'drug', 'trzeci', 'czwart'],
    ['prvn', 'druh', 't\u0159et', '\u010dtvrt'],
    [
      '\u043f\u0435\u0440\u0432',
      '\u0432\u0442\u043e\u0440',
      '\u0442\u0440\u0435\u0442',
      '\u0447\u0435\u0442\u0432',
    ],
    [
      '\u043f\u0435\u0440\u0448',
      '\u0434\u0440\u0443\u0433',
      '\u0442\u0440\u0435\u0442',
      '\u0447\u0435\u0442\u0432',
    ],
    ['birinci|ilki', 'ikinci', '\u00fc\u00e7\u00fcnc\u00fc', 'd\u00f6rd\u00fcnc\u00fc'],
    [
      'th\u1ee9 nh\u1ea5t|\u0111\u1ea7u ti\u00ean',
      'th\u1ee9 hai',
      'th\u1ee9 ba',
      'th\u1ee9 t\u01b0',
    ],
    ['pertama', 'kedua', 'ketiga', 'keempat'],
    [
      '\u0e41\u0e23\u0e01|\u0e17\u0e35\u0e48\u0e2b\u0e19\u0e36\u0e48\u0e07',
      '\u0e17\u0e35\u0e48\u0e2a\u0e2d\u0e07',
      '\u0e17\u0e35\u0e48\u0e2a\u0e32\u0e21',
      '\u0e17\u0e35\u0e48\u0e2a\u0e35\u0e48',
    ],
    [
      '\u092a\u0939\u0932',
      '\u0926\u0942\u0938\u0930',
      '\u0924\u0940\u0938\u0930',
      '\u091a\u094c\u0925',
    ],
    [
      '\u0627\u0644\u0623\u0648\u0644',
      '\u0627\u0644\u062b\u0627\u0646\u064a',
      '\u0627\u0644\u062b\u0627\u0644\u062b',
      '\u0627\u0644\u0631\u0627\u0628\u0639',
    ],
    [
      '\u05e8\u05d0\u05e9\u05d5\u05e0|\u05e8\u05d0\u05e9\u05d5\u05df',
      '\u05e9\u05e0\u05d9',
      '\u05e9\u05dc\u05d9\u05e9\u05d9',
      '\u05e8\u05d1\u05d9\u05e2\u05d9',
    ],
    [
      '\u6700\u521d|\u4e00\u756a\u76ee|\u4e00\u3064\u76ee',
      '\u4e8c\u756a\u76ee|\u4e8c\u3064\u76ee',
      '\u4e09\u756a\u76ee|\u4e09\u3064\u76ee',
      '\u56db\u756a\u76ee|\u56db\u3064\u76ee',
    ],
    ['\uccab', '\ub450 ?\ubc88\uc9f8', '\uc138 ?\ubc88\uc9f8', '\ub124 ?\ubc88\uc9f8'],
    [
      '\u7b2c\u4e00|\u524d\u8005',
      '\u7b2c\u4e8c|\u5f8c\u8005|\u540e\u8005',
      '\u7b2c\u4e09',
      '\u7b2c\u56db',
    ],
  ];

let prepared: readonly RegExp[] | undefined;

/** The places, counted from 0, that an answer names by ordinal words. */
export function ordinalsIn(answer: string): number[] {
  prepared ??= [0, 1, 2, 3].map(
    (place) =>
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.map((row) => row[place]).join('|')})`, 'u'),
  );
  const text = answer.slice(0, 200).toLowerCase();
  return prepared.flatMap((pattern, place) => (pattern.test(text) ? [place] : []));
}
