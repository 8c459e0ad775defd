/** How many connections a load is sent from. */
export const CONNECTIONS = 16;

export interface Request {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
