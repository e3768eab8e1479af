/**
 * Body systems and body parts. An organ that stands for its whole system ("liver" -> hepatic) is a body system; a place
 * where something can hurt ("knee") is a body site.
 */
import { readTable } from './table.ts';

export const BODY_SYSTEMS = readTable('body-systems', ['name', 'aliases']);

export const BODY_SITES = readTable('body-sites', ['name', 'system', 'aliases']);
