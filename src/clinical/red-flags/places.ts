/** The numbers to call where the person is: told by the region of their locale, else by their time zone; else for several places. */
import { listOf, readTable } from '../vocabulary/table.ts';

/** As the turn's user_location gives it. */
export type Place = { timezone?: string | undefined; locale?: string | undefined };
type Numbers = { emergency: string; crisis: string; poison: string; violence: string };

const ROWS = readTable('red-flag-places', ['country', 'emergency', 'crisis', 'poison', 'violence', 'zones']);
const BY_COUNTRY = new Map(ROWS.map((row) => [row.country, row]));
const ZONES = ROWS.flatMap((row) => listOf(row.zones).map((zone) => ({ zone, row })));

const ANYWHERE: Numbers = {
  emergency: 'call your local emergency number (911 in the US, 999 in the UK, 112 in the EU)',
  crisis:
    'call or text 988 in the US and Canada, 116 123 (Samaritans) in the UK and Ireland, ' +
    'or find your local crisis line at findahelpline.com',
  poison: 'poison control (1-800-222-1222 in the US, 111 in the UK)',
  violence:
    'in the US 1-800-799-7233 (National Domestic Violence Hotline), ' +
    'in the UK 0808 2000 247 (National Domestic Abuse Helpline), elsewhere your national helpline',
};

export function withNumbers(advice: string, place: Place = {}): string {
  const numbers = numbersAt(place);
  return advice.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name === 'number' ? bareNumbers(numbers.emergency) : (numbers[name as keyof Numbers] ?? whole),
  );
}

/** "call the emergency number 112 or 999" -> "112 / 999", for sentences in other languages. */
function bareNumbers(emergency: string): string {
  return (emergency.match(/\b\d{2,5}\b/g) ?? []).join(' / ');
}

function numbersAt({ timezone = '', locale = '' }: Place): Numbers {
  const region = /[-_]([A-Z]{2})\b/.exec(locale)?.[1];
  const byZone = timezone && ZONES.find(({ zone }) => timezone === zone || timezone.startsWith(zone))?.row;
  // If time zone and locale disagree, the time zone decides.
  return byZone || (region && !timezone && BY_COUNTRY.get(region)) || ANYWHERE;
}
