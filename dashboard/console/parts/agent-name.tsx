/** An agent by a name that a person reads; its name in files and logs as a tooltip. */

export function AgentName({ name }: { name: string }) {
  return <span title={name}>{agentWords(name)}</span>;
}

/** `MedicalMeasurementsAgent` and `web_research_agent` as "Medical measurements" and "Web research". */
export function agentWords(name: string): string {
  const spaced = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ');
  const plain = spaced
    .replace(/ agent$/i, '')
    .toLowerCase()
    .replace(/\bai$/, 'AI');
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
