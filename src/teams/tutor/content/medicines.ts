/** What can be asked about medicines: which class one belongs to, and what a class does. */
import { drugEffects, inSentence, ofWord, systemsOfTerm, termRows } from '../../../clinical/index.ts';
import type { Item } from './item.ts';
import { contentWords, overlap, stems } from './words.ts';

/**
 * Classes that exclude one another: a medicine of one is in no other. Classes by use (analgesic, mood stabilizer, immunosuppressant) are
 * left out, because a medicine of another class may rightly be called one.
 */
const CLASSES = [
  'ACE inhibitor',
  'angiotensin receptor blocker',
  'beta blocker',
  'calcium channel blocker',
  'thiazide diuretic',
  'loop diuretic',
  'statin',
  'fibrate',
  'cardiac glycoside',
  'biguanide',
  'sulfonylurea',
  'DPP-4 inhibitor',
  'SGLT2 inhibitor',
  'GLP-1 receptor agonist',
  'thiazolidinedione',
  'thyroid hormone',
  'bisphosphonate',
  'NSAID',
  'opioid analgesic',
  'triptan',
  'xanthine oxidase inhibitor',
  'SSRI',
  'SNRI',
  'tricyclic antidepressant',
  'benzodiazepine',
  'antipsychotic',
  'penicillin antibiotic',
  'cephalosporin',
  'macrolide antibiotic',
  'tetracycline antibiotic',
  'fluoroquinolone',
  'antifungal',
  'short-acting beta agonist',
  'leukotriene antagonist',
  'proton pump inhibitor',
  'H2 blocker',
  'PDE5 inhibitor',
];

/** Of two ingredients, each may have a class of its own. */
const SEVERAL = /\band\b|[/+,]/;

export function medicineItems(): Item[] {
  const known = CLASSES.filter((name) => drugEffects(name));
  return [...known.map((name) => useItem(name, known)), ...classItems(known)];
}

function classItems(known: readonly string[]): Item[] {
  return termRows().flatMap(({ term: { kind, name, drugClass } }) => {
    if (kind !== 'drug' || drugClass === undefined || !known.includes(drugClass)) return [];
    // "Atorvastatin" says that it is a statin.
    if (SEVERAL.test(name) || contentsMeet(name, drugClass) || holds(name, drugClass)) return [];
    const question = `Which class of medicine is ${inSentence(name)}?`;
    return [
      {
        id: `class:${name}`,
        term: name,
        area: areaOf(name),
        front: question,
        back: drugClass,
        source: 'Medfleet’s table of medicines, after RxNorm',
        choice: () => ({ question, answer: drugClass, wrong: nearFirst(drugClass, known) }),
      },
    ];
  });
}

function useItem(name: string, known: readonly string[]): Item {
  const { use, source } = drugEffects(name) ?? { use: '', source: '' };
  const question = `What does ${article(name)} do?`;
  const choice = () => {
    // "Lowers blood sugar" is true of several classes of the same area, in other words each.
    const others = known.filter((other) => areaOf(other) !== areaOf(name));
    const uses = new Set(others.flatMap((other) => drugEffects(other)?.use ?? []));
    return { question, answer: use, wrong: [...uses].filter((other) => overlap(stems(other), stems(use)) === 0) };
  };
  return {
    id: `use:${name}`,
    term: name,
    area: areaOf(name),
    front: question,
    back: use,
    source,
    choice,
  };
}

/** Classes that act on the same body system are the plausible ones. */
function nearFirst(name: string, known: readonly string[]): string[] {
  const others = known.filter((other) => other !== name && !contentsMeet(other, name));
  const near = others.filter((other) => areaOf(other) === areaOf(name));
  return near.length >= 3 ? near : others;
}

function contentsMeet(one: string, other: string): boolean {
  return overlap(contentWords(one), contentWords(other)) > 0;
}

function holds(name: string, drugClass: string): boolean {
  return name.toLowerCase().includes(drugClass.toLowerCase());
}

/** Of a class, the area of its medicines. */
const areaOf = ofWord((name: string): string => {
  const member = termRows().find(({ term }) => term.kind === 'drug' && (term.name === name || term.drugClass === name));
  return systemsOfTerm(member?.term.name ?? name, 'drug')[0] ?? 'general';
});

function article(name: string): string {
  return `${/^[aeiou]|^(?:NSAID|SSRI|SNRI|SGLT2|H2)/i.test(name) ? 'an' : 'a'} ${name}`;
}
