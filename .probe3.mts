import { redFlags } from './src/clinical/red-flags/red-flags.ts';
for (const t of process.argv.slice(2)) console.log(t.slice(0,150),'=>',redFlags(t).map(x=>x.family+' "'+t.slice(x.evidence.start,x.evidence.end)+'"').join());
