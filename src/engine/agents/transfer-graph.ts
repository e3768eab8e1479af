/** The permitted hand-overs of a team as a picture: Mermaid for pages that draw it themselves, SVG for all others. */
import type { Team } from './team.ts';
import { transferTargets } from './transfer-policy.ts';

/** `both`: either may hand over to the other. `listed`: by a config's `transfers`, not by the tree. */
export type TransferEdge = { from: string; to: string; both: boolean; listed: boolean };

export function transferEdges(team: Team): TransferEdge[] {
  const targets = new Map([...team.agents.values()].map((agent) => [agent.name, transferTargets(team, agent)]));
  const edges: TransferEdge[] = [];
  for (const [from, names] of inTreeOrder(team, targets)) {
    for (const to of names) {
      if (edges.some((edge) => edge.both && edge.from === to && edge.to === from)) continue;
      const inTree = team.agents.get(from)?.parent === to || team.agents.get(to)?.parent === from;
      edges.push({ from, to, both: targets.get(to)?.includes(from) === true, listed: !inTree });
    }
  }
  return edges;
}

export function transferMermaid(team: Team): string {
  const lines = transferEdges(team).map(({ from, to, both, listed }) => {
    const arrow = listed ? '==>' : '-->';
    return `  ${from} ${both ? `<${arrow}` : arrow} ${to}`;
  });
  return ['flowchart TD', ...lines].join('\n');
}

const NODE = { width: 168, height: 34 };
const MARGIN = 24;
const COLOURS = {
  tree: '#667085',
  listed: '#b54708',
  box: '#f2f4f7',
  root: '#d1e9ff',
  line: '#475467',
  text: '#101828',
};

type Point = { x: number; y: number };

/** The agent with the most hand-overs stands in the middle, the others around it. */
export function transferSvg(team: Team): string {
  const edges = transferEdges(team);
  const names = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const degree = (name: string) => edges.filter(({ from, to }) => from === name || to === name).length;
  const [hub = '', ...others] = names.toSorted((a, b) => degree(b) - degree(a) || names.indexOf(a) - names.indexOf(b));
  const ring = names.filter((name) => others.includes(name));
  const radius = { x: Math.max(220, ring.length * 34), y: Math.max(120, ring.length * 24) };
  const centre = { x: radius.x + NODE.width / 2 + MARGIN, y: radius.y + NODE.height / 2 + MARGIN };
  const places = new Map<string, Point>([[hub, centre]]);
  for (const [index, name] of ring.entries()) {
    const angle = (2 * Math.PI * index) / ring.length - Math.PI / 2;
    places.set(name, {
      x: Math.round(centre.x + radius.x * Math.cos(angle)),
      y: Math.round(centre.y + radius.y * Math.sin(angle)),
    });
  }
  const [width, height] = [centre.x * 2, centre.y * 2];
  const parts = [
    element('rect', { width: '100%', height: '100%', fill: '#ffffff' }),
    element('defs', {}, (['tree', 'listed'] as const).map(arrowhead)),
    ...edges.map((edge) => line(edge, places, centre)),
    ...[...places].map(([name, place]) => box(name, place, name === team.root)),
  ];
  const label = `Permitted hand-overs of the team ${team.name}`;
  const font = { 'font-family': 'system-ui, sans-serif', 'font-size': 13 };
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  const xmlns = 'http://www.w3.org/2000/svg';
  return `${element('svg', { xmlns, ...size, role: 'img', 'aria-label': label, ...font }, parts)}\n`;
}

/** Names of agents and teams are letters, digits and underscores: nothing has to be escaped. */
function element(name: string, attributes: Record<string, string | number>, inner: string | string[] = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  const content = typeof inner === 'string' ? inner : `\n${inner.join('\n')}\n`;
  return `<${name}${written.join('')}>${content}</${name}>`;
}

function arrowhead(kind: 'tree' | 'listed'): string {
  const size = { viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7 };
  const path = element('path', { d: 'M0 0 10 5 0 10z', fill: COLOURS[kind] });
  return element('marker', { id: kind, ...size, orient: 'auto-start-reverse' }, path);
}

function line({ from, to, both, listed }: TransferEdge, places: ReadonlyMap<string, Point>, centre: Point): string {
  const [a, b] = [places.get(from), places.get(to)];
  if (!a || !b) return '';
  const bend = a === centre || b === centre ? middle(a, b) : around(a, b, centre);
  const [start, end] = [edgeOfBox(a, bend), edgeOfBox(b, bend)];
  const kind = listed ? 'listed' : 'tree';
  const arrow = `url(#${kind})`;
  return element('path', {
    d: `M${start.x} ${start.y} Q${bend.x} ${bend.y} ${end.x} ${end.y}`,
    fill: 'none',
    stroke: COLOURS[kind],
    'stroke-width': listed ? 2 : 1.2,
    'marker-end': arrow,
    ...(both && { 'marker-start': arrow }),
  });
}

function middle(a: Point, b: Point): Point {
  return { x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) };
}

/** Between two boxes of the ring a line is bent: toward the middle to pass its neighbours, or away from it to pass the middle. */
function around(a: Point, b: Point, centre: Point): Point {
  const half = middle(a, b);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const side = Math.sign(dx * (centre.y - a.y) - dy * (centre.x - a.x)) || 1;
  const distance = Math.abs(dx * (centre.y - a.y) - dy * (centre.x - a.x)) / length;
  const shift = (distance > 2 * NODE.height ? 0.3 : -0.35) * length * side;
  return { x: Math.round(half.x - (dy / length) * shift), y: Math.round(half.y + (dx / length) * shift) };
}

/** Where the line from the middle of a box to another point leaves the box. */
function edgeOfBox(box: Point, toward: Point): Point {
  const [dx, dy] = [toward.x - box.x, toward.y - box.y];
  const scale = Math.min(NODE.width / 2 / Math.max(1, Math.abs(dx)), NODE.height / 2 / Math.max(1, Math.abs(dy)));
  return { x: Math.round(box.x + dx * scale), y: Math.round(box.y + dy * scale) };
}

function box(name: string, { x, y }: Point, isRoot: boolean): string {
  const { width, height } = NODE;
  const fill = isRoot ? COLOURS.root : COLOURS.box;
  const frame = { x: x - width / 2, y: y - height / 2, width, height, rx: 6, fill, stroke: COLOURS.line };
  const text = element('text', { x, y: y + 5, 'text-anchor': 'middle', fill: COLOURS.text }, name);
  return element('g', {}, element('rect', frame) + text);
}

/** Parents first, so that an edge of the tree is drawn from the parent. */
function inTreeOrder(team: Team, targets: ReadonlyMap<string, string[]>): [string, string[]][] {
  const depthOf = (name: string): number => {
    const parent = team.agents.get(name)?.parent;
    return parent ? depthOf(parent) + 1 : 0;
  };
  return [...targets].toSorted(([a], [b]) => depthOf(a) - depthOf(b));
}
