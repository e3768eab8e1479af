/** General questions without a model: what the tables know, and where that ends. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/models/model.ts';
import { ask, model, request, user } from './support.ts';

describe('HealthConsultantLiteAgent', () => {
  const lite = async (text: string, before: Message[] = []) =>
    (await ask(request('HealthConsultantLiteAgent', [...before, user(text)]))).text;

  it('says what a condition is, and where its own knowledge ends', async () => {
    const said = await lite('What is hypertension?');
    expect(said).toMatch(
      /Hypertension is a condition of the cardiovascular system .*blood pressure that stays too high/,
    );
    expect(said).toMatch(/needs a language model or a medical library/);
  });

  it('gives a test’s usual range', async () => {
    expect(await lite('What is a normal HbA1c?')).toMatch(/usual adult range is 4 to 5\.6 %/);
  });

  it('judges a value without a person', async () => {
    expect(await lite('Is a blood pressure of 145/92 high?')).toMatch(/145\/92 mmHg is above/);
  });

  it('knows what "it" was', async () => {
    expect(await lite('Is it contagious?', [user('What is chickenpox?'), model('…')])).toMatch(
      /still mean Chickenpox/i,
    );
  });

  it('answers the side of a topic that was asked about', async () => {
    expect(await lite('How is asthma treated?')).toMatch(/What is usually done: a preventer inhaler/);
    expect(await lite('Is chickenpox contagious?')).toMatch(/contagious from two days before the rash/);
    expect(await lite('What are the side effects of lisinopril?')).toMatch(/Known side effects: cough/);
    expect(await lite('What is the difference between type 1 and type 2 diabetes?')).toMatch(
      /no longer makes insulin[\s\S]*insulin works poorly/,
    );
  });

  it('says whether two medicines go together', async () => {
    expect(await lite('Can you take ibuprofen with warfarin?')).toMatch(/Ibuprofen with Warfarin: both raise the risk/);
  });

  it('reads two numbers as a blood pressure', async () => {
    expect(await lite('Is 130/85 high?')).toMatch(/Blood pressure 130\/85 mmHg is above/);
  });

  it('says so when it knows nothing', async () => {
    expect(await lite('What is zorblax disease?')).toMatch(/hold nothing about it/);
  });
});
