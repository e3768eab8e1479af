/** What is said of a film, a lesson, a dream or the news is nobody's: the record has none of it. What is said beside it is. */
import { expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const namesOf = (text: string): string[] => factsOf(text).map(({ name }) => name);

test.each([
  'In the novel the captain dies of scurvy and pneumonia.',
  'Exam question: treatment of gout.',
  'The lecturer said a stroke is a clot in the brain.',
  'A documentary about malaria in Kenya.',
  'The singer in the film has a seizure on stage.',
  'I dreamt that I was choking.',
])('%s', (text) => {
  expect(namesOf(text)).toEqual([]);
});

test.each([
  ['We saw a film on Friday and I have had a headache since.', ['Headache']],
  ['After the lecture my asthma got worse.', ['Asthma']],
  ['My heart rate was 165 during training.', ['Heart rate']],
  ['The leaflet speaks of nausea and I have a dry mouth.', ['Dry mouth']],
  ['I am starting ramipril 5 mg and the leaflet says it can cause a cough.', ['Ramipril']],
  ['It was a mild course with a cough and a fever.', ['Cough', 'Fever']],
])('%s', (text, names) => {
  expect(namesOf(text)).toEqual(names);
});
