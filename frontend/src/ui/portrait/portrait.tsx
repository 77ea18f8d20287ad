/** Drawn photos of one person, because scores compare photos and not people. */
const photos = {
  dusk: { ground: '#3f4a75', light: '#5a679c', shirt: '#f0c04f', pose: 'translate(22 56) scale(.72)' },
  field: { ground: '#8fbf9f', light: '#b5d8bd', shirt: '#f7efe4', pose: '' },
  coral: { ground: '#f2b49b', light: '#f9d3c2', shirt: '#2d5d73', pose: 'translate(-30) scale(1.1) rotate(-6)' },
} as const;
const [skin, shade, hair] = ['#8a5a3e', '#784a31', '#1c1412'];

export function Portrait({ photo }: { photo: keyof typeof photos }) {
  const { ground, light, shirt, pose } = photos[photo];
  return (
    <svg viewBox="0 0 160 200" aria-hidden="true" className="block size-full" preserveAspectRatio="xMidYMid slice">
      <rect width="160" height="200" fill={ground} />
      <circle cx={photo === 'field' ? 128 : 34} cy="44" r="62" fill={light} />
      <g transform={pose}>
        <path d="M18 200c2-40 28-54 62-54s60 14 62 54Z" fill={shirt} />
        <path d="M66 122h28v26a14 14 0 0 1-28 0Z" fill={shade} />
        <path d="M50 82c0-24 12-38 30-38s30 14 30 38c0 30-13 52-30 52S50 112 50 82Z" fill={skin} />
        <path
          d="M46 76c-9-7-5-20 3-24 2-15 17-23 31-19 14-5 28 4 31 18 9 5 11 18 3 25-4-12-12-18-20-20-16 6-38 2-48 20Z"
          fill={hair}
        />
        <path
          d="M51 96c3 28 15 40 29 40s26-12 29-40c-4 12-12 17-16 17-7-4-19-4-26 0-4 0-12-5-16-17Z"
          fill={hair}
          opacity=".92"
        />
        <path d="M68 108c7 8 17 8 24 0" fill="none" stroke={shade} strokeWidth="3.4" strokeLinecap="round" />
        <circle cx="69" cy="88" r="2.8" fill={hair} />
        <circle cx="91" cy="88" r="2.8" fill={hair} />
      </g>
    </svg>
  );
}
