const colours =
  'amber ashen azure beige black blond bronze brown cobalt copper coral cream crimson cyan dusky ebony emerald fawn ginger golden green grey hazel indigo ivory jade khaki lemon lilac lime magenta maroon mauve navy ochre olive orange peach pearl pink'.split(
    ' ',
  );
const animals =
  'adder badger beaver bison bittern buzzard camel condor crane curlew dipper dunlin eagle egret falcon ferret finch gannet gecko goose heron hoopoe ibex ibis jackal jackdaw kestrel lark linnet lynx marten merlin newt osprey otter owl plover puffin quail raven'.split(
    ' ',
  );

/** A name of two words; the first 1,600 are distinct. */
export function named(at: number): string {
  return `${colours[at % 40]} ${animals[(at + Math.floor(at / 40)) % 40]}`;
}

/** So many names, from one on. */
export function names(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => named(from + at));
}
