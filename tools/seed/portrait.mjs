/**
 * Draws portraits of invented people who are easy to tell apart. A portrait takes a third of a second of processor time, so the demo's
 * portraits are stored in `portraits/`. The given numbers determine all choices, so that a person looks the same in all photos.
 */

/** A small deterministic generator of numbers in [0, 1) (mulberry32). */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SKIN = [
  ['#f6d3bd', '#e9b595'],
  ['#eec1a2', '#d99e7a'],
  ['#d9a47c', '#bd8259'],
  ['#b97f57', '#99623d'],
  ['#8d5a3b', '#6f432a'],
  ['#6b4430', '#523222'],
];
const HAIR = ['#2a1f1b', '#4a3226', '#7a4f2e', '#b5803f', '#8c3f22', '#3b3a3f', '#9b9a98', '#1c1a22'];
const CLOTHES = ['#2f4858', '#7d4f50', '#3d5a45', '#c98b4a', '#5b5271', '#b85042', '#30475e', '#e1d3c1', '#6b705c'];
const SCENES = [
  { name: 'dusk', sky: ['#f3b27a', '#8d6a9f'], ground: '#4d4463' },
  { name: 'sea', sky: ['#cfe7ea', '#8fb8c9'], ground: '#4d7f8f' },
  { name: 'park', sky: ['#eef3d8', '#b9cf98'], ground: '#6d8f57' },
  { name: 'room', sky: ['#efe3d6', '#d8c2ac'], ground: '#a98a70' },
  { name: 'night', sky: ['#2b3350', '#59486b'], ground: '#221f33' },
  { name: 'studio', sky: ['#dcd7d2', '#b9b2ac'], ground: '#9d958e' },
];

/** @param shot number of the person's photo; scene, clothes, pose and light differ in each photo */
export function portrait(person, shot) {
  const face = numbersFrom(person * 7919 + 13);
  const scene = numbersFrom(person * 104729 + shot * 1299709 + 7);
  const pick = (from, random) => from[Math.floor(random() * from.length)];
  const [skin, shade] = pick(SKIN, face);
  const hair = pick(HAIR, face);
  const style = Math.floor(face() * 5);
  const faceWidth = 118 + face() * 26;
  const faceHeight = 152 + face() * 22;
  const eyes = pick(['#3b2a1f', '#4a5f3a', '#3f5f78', '#5a4632'], face);
  const glasses = face() < 0.25;
  const beard = style !== 0 && style !== 2 && face() < 0.4;
  const place = SCENES[(person + shot * 2) % SCENES.length];
  const clothes = pick(CLOTHES, scene);
  const tilt = (scene() - 0.5) * 12;
  const shift = (scene() - 0.5) * 90;
  const zoom = 0.92 + scene() * 0.3;
  const smile = 8 + scene() * 16;
  const middle = 400 + shift;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350" viewBox="0 0 800 1000">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="${place.sky[0]}"/><stop offset="1" stop-color="${place.sky[1]}"/></linearGradient>
<radialGradient id="skin" cx="0.38" cy="0.32" r="0.85"><stop offset="0" stop-color="${skin}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
<linearGradient id="cloth" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${clothes}"/><stop offset="1" stop-color="#00000055"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
</defs>
<rect width="800" height="1000" fill="url(#sky)"/>
${backdrop(place, scene)}
<g transform="translate(${middle} 470) rotate(${tilt.toFixed(2)}) scale(${(zoom * 1.45).toFixed(3)})">
${longHair(style, hair, faceWidth, faceHeight)}
<path d="M-44 ${faceHeight - 40} h88 v90 q-44 40 -88 0 z" fill="${shade}"/>
<path d="M-250 430 q6 -190 150 -225 q100 36 200 0 q144 35 150 225 v160 h-500 z" fill="${clothes}"/>
<path d="M-250 430 q6 -190 150 -225 q100 36 200 0 q144 35 150 225 v160 h-500 z" fill="url(#cloth)" opacity="0.55"/>
<path d="M-62 ${faceHeight + 38} q62 62 124 0 l-18 -16 q-44 30 -88 0 z" fill="${shade}"/>
<ellipse cx="${-faceWidth - 4}" cy="18" rx="17" ry="28" fill="${shade}"/><ellipse cx="${faceWidth + 4}" cy="18" rx="17" ry="28" fill="${shade}"/>
<path d="M${-faceWidth} -30 C${-faceWidth} ${-faceHeight} ${faceWidth} ${-faceHeight} ${faceWidth} -30 C${faceWidth} ${faceHeight * 0.72} 42 ${faceHeight} 0 ${faceHeight} C-42 ${faceHeight} ${-faceWidth} ${faceHeight * 0.72} ${-faceWidth} -30 z" fill="url(#skin)"/>
${beard ? `<path d="M${-faceWidth + 4} 30 C${-faceWidth + 6} ${faceHeight * 0.8} -44 ${faceHeight + 8} 0 ${faceHeight + 8} C44 ${faceHeight + 8} ${faceWidth - 6} ${faceHeight * 0.8} ${faceWidth - 4} 30 C${faceWidth - 30} 70 50 62 0 66 C-50 62 ${-faceWidth + 30} 70 ${-faceWidth + 4} 30 z" fill="${hair}" opacity="0.82"/>` : ''}
${eye(-50, eyes, hair)}${eye(50, eyes, hair)}
<path d="M-4 6 q-16 44 2 50 q14 4 22 -4" fill="none" stroke="${shade}" stroke-width="6" stroke-linecap="round"/>
<path d="M-38 92 q38 ${smile} 76 0 q-38 ${smile * 1.9} -76 0 z" fill="#a4473f"/>
<ellipse cx="-78" cy="60" rx="24" ry="15" fill="#e2725b" opacity="0.16"/><ellipse cx="78" cy="60" rx="24" ry="15" fill="#e2725b" opacity="0.16"/>
${topHair(style, hair, faceWidth, faceHeight)}
${glasses ? `<g fill="none" stroke="#2b2522" stroke-width="6"><rect x="-92" y="-26" width="80" height="58" rx="22"/><rect x="12" y="-26" width="80" height="58" rx="22"/><path d="M-12 -4 q12 -9 24 0"/></g>` : ''}
</g>
</svg>`;
}

function eye(x, colour, brow) {
  return `<g transform="translate(${x} 0)"><path d="M-26 2 q26 -26 52 0 q-26 20 -52 0 z" fill="#fdfaf6"/><circle r="11.5" fill="${colour}"/><circle r="5.5" fill="#17110e"/><circle cx="3.5" cy="-3.5" r="2.6" fill="#fff"/><path d="M-30 -26 q28 -20 58 -3" fill="none" stroke="${brow}" stroke-width="8" stroke-linecap="round"/></g>`;
}

function topHair(style, colour, width, height) {
  const crown = `M${-width - 8} -18 C${-width - 22} ${-height - 34} ${width + 22} ${-height - 34} ${width + 8} -18`;
  const fringes = [
    `C${width - 12} -86 ${width * 0.3} -98 0 -84 C${-width * 0.4} -70 ${-width + 10} -72 ${-width - 8} -18 z`,
    `C${width - 4} -70 ${width * 0.5} -108 ${width * 0.1} -112 C${-width * 0.3} -108 ${-width + 4} -84 ${-width - 8} -18 z`,
    `C${width} -96 20 -118 -30 -60 C-60 -92 ${-width + 14} -80 ${-width - 8} -18 z`,
    `C${width - 26} -64 ${width * 0.6} -80 0 -78 C${-width * 0.6} -80 ${-width + 26} -64 ${-width - 8} -18 z`,
    `C${width} -120 ${width * 0.4} -132 0 -130 C${-width * 0.4} -132 ${-width} -120 ${-width - 8} -18 z`,
  ];
  return `<path d="${crown} ${fringes[style]}" fill="${colour}"/>`;
}

function longHair(style, colour, width, height) {
  if (style !== 0 && style !== 2) return '';
  const length = style === 0 ? height + 90 : height + 30;
  return `<path d="M${-width - 26} -40 C${-width - 40} ${-height - 50} ${width + 40} ${-height - 50} ${width + 26} -40 C${width + 54} 90 ${width + 34} ${length - 40} ${width + 6} ${length} H${-width - 6} C${-width - 34} ${length - 40} ${-width - 54} 90 ${-width - 26} -40 z" fill="${colour}"/>`;
}

function backdrop(place, random) {
  const blobs = Array.from({ length: 9 }, () => {
    const x = Math.round(random() * 800);
    const y = Math.round(random() * 620);
    const radius = Math.round(26 + random() * 70);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff" opacity="${(0.06 + random() * 0.14).toFixed(2)}"/>`;
  }).join('');
  const horizon = 640 + Math.round(random() * 90);
  return `<g filter="url(#soft)">${blobs}<path d="M-40 ${horizon} q220 -60 430 -10 t460 -20 v520 h-900 z" fill="${place.ground}"/></g>`;
}
