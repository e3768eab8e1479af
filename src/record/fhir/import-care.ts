/** Reads Encounter, Practitioner, Organization, Procedure, DocumentReference. */
import {
  type Context,
  find,
  type Party,
  type Reading,
  SURE,
  statusIn,
  textIn,
  timeIn,
  told,
  wordsIn,
} from './draft.ts';
import {
  type Ext,
  InDocument,
  type InElement,
  InEncounter,
  InImmunization,
  InOrganization,
  InPractitioner,
  InProcedure,
  type InReference,
} from './incoming.ts';
import { codeGiven, named } from './naming.ts';
import { ALSO_AT, EFFECTIVE, ENDED, lookup, ORIGINAL_TEXT, SUBJECT_CODE } from './systems.ts';

const IN_ERROR = 'It was entered in error';
const CLASS_NAMES: Readonly<Record<string, string>> = {
  EMER: 'Emergency visit',
  IMP: 'Hospital stay',
  ACUTE: 'Hospital stay',
  NONAC: 'Hospital stay',
  VR: 'Telehealth visit',
  HH: 'Home visit',
};

export function readEncounter(resource: unknown, context: Context): Reading {
  const { own, resolve } = context;
  const encounter = InEncounter.parse(resource);
  if (encounter.status === 'entered-in-error' && !context.withdrawn) return IN_ERROR;
  const what = named(context, encounter.type?.[0], []);
  const name = what?.name ?? lookup(CLASS_NAMES, encounter.class?.code) ?? 'Visit';
  const people = (encounter.participant ?? []).flatMap(({ individual }) => personNamed(individual, resolve) ?? []);
  const places = [
    encounter.serviceProvider,
    ...(encounter.extension ?? []).filter(({ url }) => url === ALSO_AT).map(({ valueReference }) => valueReference),
  ].flatMap((place) => placeNamed(place, resolve) ?? []);
  return [
    {
      kind: 'encounter',
      name,
      words: what?.words ?? name,
      confidence: own ? SURE : 1,
      parties: distinct([...people, ...places]),
      details: told({
        ...what?.coded,
        status: statusIn('encounter', encounter.status, encounter._status),
        effective_time: timeIn(encounter.period?.start, encounter.period?._start),
        specialty: wordsIn(encounter.serviceType),
      }),
    },
  ];
}

export function readPractitioner(resource: unknown, { own }: Context): Reading {
  const practitioner = InPractitioner.parse(resource);
  const name = personName(practitioner);
  if (name === undefined) return 'It has no name';
  return [
    {
      kind: 'practitioner',
      name,
      words: name,
      confidence: own ? SURE : 1,
      ...endedIn(practitioner.extension),
      details: told({
        specialty: wordsIn(practitioner.qualification?.[0]?.code),
        status: activityIn(practitioner.active, practitioner._active),
        ...outsideIn(practitioner.extension),
      }),
    },
  ];
}

export function readOrganization(resource: unknown, { own }: Context): Reading {
  const organization = InOrganization.parse(resource);
  const name = organization.name?.trim();
  if (!name) return 'It has no name';
  return [
    {
      kind: 'organization',
      name,
      words: name,
      confidence: own ? SURE : 1,
      ...endedIn(organization.extension),
      details: told({
        status: activityIn(organization.active, organization._active),
        ...outsideIn(organization.extension),
      }),
    },
  ];
}

export function readProcedure(resource: unknown, context: Context): Reading {
  const { own } = context;
  const procedure = InProcedure.parse(resource);
  if (procedure.status === 'entered-in-error' && !context.withdrawn) return IN_ERROR;
  if (procedure.status === 'not-done') return 'It was not done';
  const what = named(context, procedure.code, ['procedure']);
  if (!what) return 'It does not say what was done';
  const { performedPeriod: period } = procedure;
  const start =
    timeIn(procedure.performedDateTime, procedure._performedDateTime) ??
    timeIn(period?.start, period?._start) ??
    procedure.performedString;
  const ended = period?.end ?? find(procedure.extension, ENDED)?.valueDateTime;
  const status = statusIn('procedure', procedure.status, procedure._status);
  return [
    {
      kind: 'procedure',
      name: what.name,
      words: what.words,
      confidence: own ? SURE : 1,
      ...(ended !== undefined && { ended }),
      details: told({
        ...what.coded,
        status,
        effective_time: start,
        body_site: wordsIn(procedure.bodySite?.[0]),
      }),
    },
  ];
}

/** A vaccine is a procedure in the record. "Influenza, seasonal, injectable" is the influenza vaccine. */
export function readImmunization(resource: unknown, context: Context): Reading {
  const { own } = context;
  const given = InImmunization.parse(resource);
  if (given.status === 'entered-in-error' && !context.withdrawn) return IN_ERROR;
  if (given.status === 'not-done') return 'It was not done';
  const short = /^[^,(]{2,60}/.exec(wordsIn(given.vaccineCode) ?? '')?.[0].trim();
  const what = named(context, given.vaccineCode, ['procedure'], ({ coding = [], ...concept }) => ({
    ...concept,
    coding: [...coding, ...(short ? [{ display: `${short} vaccine` }] : [])],
  }));
  if (!what) return 'It does not say which vaccine';
  return [
    {
      kind: 'procedure',
      name: what.name,
      words: what.words,
      confidence: own ? SURE : 1,
      ...endedIn(given.extension),
      details: told({
        ...what.coded,
        status: textIn(given._status?.extension, ORIGINAL_TEXT) ?? (own ? undefined : 'past'),
        effective_time: timeIn(given.occurrenceDateTime, given._occurrenceDateTime) ?? given.occurrenceString,
        body_site: wordsIn(given.site),
      }),
    },
  ];
}

export function readDocument(resource: unknown, context: Context): Reading {
  const { own } = context;
  const document = InDocument.parse(resource);
  if (document.status === 'entered-in-error' && !context.withdrawn) return IN_ERROR;
  const attachment = document.content?.[0]?.attachment;
  const what = named(context, document.type, []);
  const name = what?.name ?? document.description ?? attachment?.title;
  if (!name) return 'It does not say what it is';
  return [
    {
      kind: 'document',
      name,
      words: what?.words ?? name,
      confidence: own ? SURE : 1,
      ...endedIn(document.extension),
      details: told({
        ...what?.coded,
        status: statusIn('document', document.status, document._status),
        effective_time: timeIn(attachment?.creation, attachment?._creation) ?? (own ? undefined : document.date),
        url: attachment?.url,
      }),
    },
  ];
}

function personNamed(reference: InReference | undefined, resolve: Context['resolve']): Party | undefined {
  const found = InPractitioner.safeParse(resolve(reference)).data;
  const person = found?.practitioner ? InPractitioner.safeParse(resolve(found.practitioner)).data : found;
  if (person && person.resourceType !== 'Practitioner') return undefined;
  const name = (person && personName(person)) ?? found?.practitioner?.display ?? reference?.display;
  return name === undefined ? undefined : { kind: 'practitioner', name };
}

function placeNamed(reference: InReference | undefined, resolve: Context['resolve']): Party | undefined {
  const name = InOrganization.safeParse(resolve(reference)).data?.name?.trim() || reference?.display;
  return name === undefined ? undefined : { kind: 'organization', name };
}

function personName({ name }: ReturnType<typeof InPractitioner.parse>): string | undefined {
  const one = name?.[0];
  const parts = [...(one?.prefix ?? []), ...(one?.given ?? []), one?.family].flatMap((part) => part?.trim() || []);
  return one?.text?.trim() || parts.join(' ') || undefined;
}

function activityIn(active: boolean | undefined, mark: InElement | undefined): string | undefined {
  const word = active === undefined ? undefined : active ? 'active' : 'inactive';
  return textIn(mark?.extension, ORIGINAL_TEXT) ?? word;
}

function outsideIn(extensions: readonly Ext[] | undefined) {
  const effective = find(extensions, EFFECTIVE);
  return {
    effective_time: timeIn(effective?.valueDateTime, effective?._valueDateTime),
    code: codeGiven([find(extensions, SUBJECT_CODE)?.valueCoding ?? {}]),
  };
}

function endedIn(extensions: readonly Ext[] | undefined): { ended?: string } {
  const ended = find(extensions, ENDED)?.valueDateTime;
  return ended === undefined ? {} : { ended };
}

function distinct(parties: readonly Party[]): Party[] {
  return [...new Map(parties.map((party) => [`${party.kind} ${party.name}`, party])).values()];
}
