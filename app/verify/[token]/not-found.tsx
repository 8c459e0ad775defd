import { InvalidLink } from "@/components/verify/invalid-link";

export { InvalidLink as default };
