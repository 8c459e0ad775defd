import {
  Activity,
  Book,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleQuestionMark,
  CodeXml,
  Copy,
  CreditCard,
  Ellipsis,
  Hourglass,
  House,
  ListChecks,
  Plus,
  Scale,
  Search,
  Settings,
  ShieldCheck,
  TextAlignStart,
  Upload,
  Users,
  Wallet,
  X,
} from "lucide";
import { LineIcon } from "./line-icon";

const ICONS = {
  overview: House,
  people: Users,
  card: CreditCard,
  lines: TextAlignStart,
  wallet: Wallet,
  held: Hourglass,
  dispute: Scale,
  out: Upload,
  code: CodeXml,
  settings: Settings,
  queue: ListChecks,
  pulse: Activity,
  book: Book,
  shield: ShieldCheck,
  help: CircleQuestionMark,
  more: Ellipsis,
  search: Search,
  close: X,
  copy: Copy,
  check: Check,
  back: ChevronLeft,
  forward: ChevronRight,
  down: ChevronDown,
  plus: Plus,
};

/** Icons have names, because the server passes the lists of pages to the browser. */
export type IconName = keyof typeof ICONS;

/** A decorative icon: use it beside a word, or in a control with a name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <LineIcon icon={ICONS[name]} size={size} strokeWidth={1.6} />;
}
