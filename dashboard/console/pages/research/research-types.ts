/** What the research routes answer, as far as these pages use it. */

export type Budget = { steps: number; tokens: number; seconds: number; cost_usd: number };
export type Threshold = { levels: string[]; sources: number; max_age_months: number | null };

export type Agent = {
  id: string;
  user_id: string;
  patient_id: string | null;
  session_id: string;
  name: string;
  description: string;
  status: 'active' | 'paused' | 'retired';
  evidence_threshold: Threshold;
  requirements: Record<string, unknown>;
  budget: Budget;
  spent: Budget;
  created_at: string;
  last_active: string;
};

export type Trigger = {
  id: string;
  agent_id: string;
  schedule: string;
  instruction: string;
  status: 'pending' | 'completed' | 'cancelled' | 'unreadable';
  paused: boolean;
  held: boolean;
  fire_at: string | null;
  fired: number;
  last_fired_at: string | null;
  created_at: string;
};

export type InboxItem = {
  report_id: string;
  agent_id: string;
  agent_name: string;
  session_id: string;
  at: string;
  state: 'arriving' | 'said' | 'kept_back';
  message: string | null;
  reason: string | null;
};

export type Approval = {
  id: string;
  agent_id: string;
  agent_name: string;
  mail: { to: string; subject: string; body: string };
  status: 'pending' | 'approved' | 'rejected' | 'sending' | 'sent' | 'failed' | 'unclear';
  note: string | null;
  created_at: string;
  decided_at: string | null;
  sent_at: string | null;
};

export type FileItem = { path: string; bytes: number; version: number; modified_at: string };
export type FileText = FileItem & { latest: number; by: string; content: string };
