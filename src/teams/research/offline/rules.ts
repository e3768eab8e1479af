/** Which rule does which agent's job. */
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { interact } from './interaction.ts';
import { research } from './routine.ts';

export const RULES: Readonly<Record<string, Rule>> = { InteractionAgent: interact, ResearchAgent: research };
