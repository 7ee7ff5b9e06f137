// Types that the scripts of the workbench share, for tsc only; the words are those of the server's answers.
declare const libraries: typeof import('../workbench.mjs');

interface Problem { place?: string; problem: string; value?: string; remedy?: string }
interface Entry { path: string; kind: string; size: number; modified: number; version: string; stale: string[] | null; title?: string }
interface Project { name: string; folder: string; version: string; entries: Entry[] }
interface Finding {
  severity: 'error' | 'warning' | 'note'; file: string; line: number; column: number; key: string; problem: string; value: string;
  allowed?: string; remedy: string; text: string;
}
interface Choice { word: string; help: string }
interface SchemaKey {
  name: string; type: string; unit: string; default: string; choices: Choice[]; least?: number; greatest?: number; exclusive?: boolean;
  required: boolean; help: string;
}
interface OutlineValue { key: string; line: number; text: string }
/** kind: a table, a list of tables, or an entry of such a list. */
interface OutlineNode { key: string; kind: string; name: string; line: number; values: OutlineValue[]; children: OutlineNode[] }
interface VerbOption { names: string[]; value: string; choices: string[]; text: string }
interface Verb { name: string; summary: string; files: string; files_text: string; footer?: string; options: VerbOption[] }
interface Run {
  id: string; command: string; state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped'; exit_code: number | null;
  progress: { fraction: number; time: number; rate: number; left: number } | null; started: number | null; ended: number | null; outputs: string[];
  lines: string[];
}
interface Channel { name: string; title: string; unit: string }
interface KeyNumber { name: string; title?: string; unit?: string; value: number | string; role?: string }
interface ResultHead {
  channels: Channel[]; from: number; to: number; rows: number; status: string; summary: Record<string, any>;
}
interface Slice { x: number[]; channels: Record<string, { values?: number[]; least?: number[]; greatest?: number[] }> }
