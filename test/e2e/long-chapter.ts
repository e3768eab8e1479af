/** A chapter above the input budget of every function: the one of the rules' tests, and a section for each of many other towers. */
import { CHAPTER } from '../functions/texts.ts';

type Tower = { name: string; coast: string; builder: string; stone: string; feet: number; lit: number; fuel: string };

const NAMES = [
  'Carrow Skerry',
  'Pell Ledge',
  'Hallan Reef',
  'Brannock Stone',
  'Torvay Head',
  'Gull Bank',
  'Sandrey Spit',
  'Morrick Point',
  'Ennis Shoal',
  'Wexcombe Bar',
  'Skarra Holm',
  'Dunvale Ness',
  'Ravenhope',
  'Lythe Sound',
  'Kestle Rock',
  'Oddra Island',
  'Farrow Tongue',
  'Selmouth Pier',
  'Ullin Cape',
  'Bracken Sands',
  'Nordal Strait',
  'Vessary Cliff',
];
const COASTS = ['northern', 'western', 'eastern', 'Baltic', 'Breton', 'Irish', 'Norwegian'];
const BUILDERS = ['Agnes Tarrow', 'Piers Halloran', 'Edith Venn', 'Jonas Birk', 'Marten Quill'];
const STONES = ['granite', 'basalt', 'limestone', 'cast iron', 'brick', 'concrete'];
const FUELS = ['colza oil', 'coal', 'paraffin', 'acetylene', 'electric arcs', 'whale oil', 'mineral gas'];

const TOWERS = NAMES.map(
  (name, index): Tower => ({
    name,
    coast: pick(COASTS, index),
    builder: pick(BUILDERS, index * 3),
    stone: pick(STONES, index * 5),
    feet: 41 + ((index * 37) % 113),
    lit: 1721 + index * 11,
    fuel: pick(FUELS, index * 4),
  }),
);

export const LONG_CHAPTER = [CHAPTER, ...TOWERS.map(sectionOf)].join('\n\n');

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function sectionOf({ name, coast, builder, stone, feet, lit, fuel }: Tower, index: number): string {
  const next = pick(NAMES, index + 5);
  return `## The light at ${name}

The tower at ${name} stands on the ${coast} coast, where ${3 + index} ships were lost in the winter of ${lit - 6}. Merchants of the
nearest harbour had asked for a light since ${lit - 40}, and every petition was answered with a survey and nothing more. In ${lit - 5} the
commissioners gave the work to ${builder}, who had repaired two piers and had never built at sea. ${builder} spent the first season in
measuring: how high the waves broke at ${name}, how long the ledge was dry, and from which quarter the worst weather came.

The foundation of ${name} was cut ${2 + (index % 5)} feet into the ledge, in steps, so that no course could slide. ${stone[0]?.toUpperCase()}${stone.slice(1)}
was carried in ${14 + index * 2} boats from a quarry ${11 + ((index * 13) % 60)} miles away. On ${90 + ((index * 29) % 120)} days in
${lit - 3} the boats went out, and on ${30 + ((index * 17) % 50)} of them nobody could land. The men slept in a barrack on legs; a sea took
it away in October ${lit - 3}, and it was built again ${4 + (index % 6)} feet higher. When the tower of ${name} was finished it was ${feet}
feet high and weighed ${800 + feet * 9} tons. Its walls are ${5 + (index % 4)} feet thick at the bottom and ${18 + index} inches at the top.

The lamp was lit on ${1 + ((index * 7) % 28)} March ${lit} and burned ${fuel}. It used ${200 + ((index * 53) % 700)} gallons in its first
year, which was a third more than ${builder} had promised. In clear weather the light of ${name} was seen from a deck at
${9 + (index % 12)} miles. ${['Four', 'Three', 'Two'][index % 3]} keepers served by turns of ${4 + (index % 5)} weeks. A journal of
${lit + 9} says that fog hid the sea on ${40 + ((index * 19) % 90)} nights, that a bell was rung by hand, and that the keeper
${pick(['Ames', 'Barrow', 'Crewe', 'Dunn', 'Eller'], index)} lost the hearing of one ear. Birds broke ${2 + (index % 9)} panes in a single
night of that autumn. Letters came with the relief boat, and in the winter of ${lit + 12} no boat came for ${31 + (index % 40)} days.

A storm in ${lit + 21} shook the tower of ${name} so much that cups fell from the shelves, although no stone moved. ${builder} answered
that a tower which bends a little lasts longer than one which does not bend at all. The inspectors were not convinced, and asked for iron
bands at ${12 + index} feet; the bands rusted and were taken off in ${lit + 33}. At ${next} the same mistake was avoided. The accounts show
that ${name} cost ${(7 + index) * 1150} pounds, and that dues of a penny a ton paid for it within ${8 + (index % 11)} years. After
${lit + 60} the number of wrecks near ${name} fell to ${index % 3 === 0 ? 'none' : `${1 + (index % 3)} in ten years`}. Engineers of three
countries copied its stair, its double door and the way in which its gallery throws the water back.`;
}
