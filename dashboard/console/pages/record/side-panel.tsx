/** The record beside the conversation. */
export function SidePanel({ patient }: { patient: string; version: string }) {
  return <aside aria-label="Record">{patient}</aside>;
}
