const people = {
  dusk: { ground: '#3f4a75', light: '#5a679c', skin: '#d99873', shade: '#c6825d', hair: '#2a1a17', shirt: '#f0c04f' },
  field: { ground: '#8fbf9f', light: '#b5d8bd', skin: '#8a5a3e', shade: '#784a31', hair: '#1c1412', shirt: '#f7efe4' },
  coral: { ground: '#f2b49b', light: '#f9d3c2', skin: '#f0c3a2', shade: '#e2a985', hair: '#7c3c1f', shirt: '#2d5d73' },
} as const;

type Person = keyof typeof people;

export function Portrait({ person }: { person: Person }) {
  const colours = people[person];
  return (
    <svg viewBox="0 0 160 200" aria-hidden="true" className="block size-full" preserveAspectRatio="xMidYMid slice">
      <rect width="160" height="200" fill={colours.ground} />
      <circle cx={person === 'field' ? 128 : 34} cy="44" r="62" fill={colours.light} />
      {person === 'coral' && (
        <path d="M44 88c-8-46 14-62 36-62s46 14 38 66c4 30 6 52 2 64H42c-6-18-2-46 2-68Z" fill={colours.hair} />
      )}
      <path d="M18 200c2-40 28-54 62-54s60 14 62 54Z" fill={colours.shirt} />
      <path d="M66 122h28v26a14 14 0 0 1-28 0Z" fill={colours.shade} />
      <path d="M50 82c0-24 12-38 30-38s30 14 30 38c0 30-13 52-30 52S50 112 50 82Z" fill={colours.skin} />
      <Hair person={person} fill={colours.hair} />
      <path d="M68 108c7 8 17 8 24 0" fill="none" stroke={colours.shade} strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="69" cy="88" r="2.8" fill={colours.hair} />
      <circle cx="91" cy="88" r="2.8" fill={colours.hair} />
    </svg>
  );
}

function Hair({ person, fill }: { person: Person; fill: string }) {
  if (person === 'dusk')
    return <path d="M46 80c-5-34 12-50 36-50 22 0 37 13 33 48-5-15-13-21-26-24-17 9-36 6-43 26Z" fill={fill} />;
  if (person === 'field') {
    return (
      <>
        <path
          d="M46 76c-9-7-5-20 3-24 2-15 17-23 31-19 14-5 28 4 31 18 9 5 11 18 3 25-4-12-12-18-20-20-16 6-38 2-48 20Z"
          fill={fill}
        />
        <path
          d="M51 96c3 28 15 40 29 40s26-12 29-40c-4 12-12 17-16 17-7-4-19-4-26 0-4 0-12-5-16-17Z"
          fill={fill}
          opacity=".92"
        />
      </>
    );
  }
  return <path d="M48 86c-4-36 14-48 34-48 18 0 34 14 30 48-3-14-10-24-18-29-12 12-34 10-46 29Z" fill={fill} />;
}
