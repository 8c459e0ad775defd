/**
 * Records the output of a page handler and converts it to a Response. Has the part of the interface that next-auth
 * uses.
 */
export class CapturedAnswer {
  private code = 200;
  private body: string | null = null;
  private readonly headers = new Headers();
  private cookies: string[] = [];

  status(code: number): this {
    this.code = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    if (name.toLowerCase() === "set-cookie") return this.cookies;
    return this.headers.get(name) ?? undefined;
  }

  setHeader(name: string, value: string | string[]): this {
    if (name.toLowerCase() === "set-cookie") this.cookies = [value].flat();
    else this.headers.set(name, String(value));
    return this;
  }

  json(value: unknown): void {
    this.headers.set("Content-Type", "application/json");
    this.body = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === "object" && value !== null) this.json(value);
    else if (value !== undefined) this.body = String(value);
  }

  end(): void {}

  response(): Response {
    const headers = new Headers(this.headers);
    for (const cookie of this.cookies) headers.append("Set-Cookie", cookie);
    headers.set("Cache-Control", "no-store");
    return new Response(this.body, { status: this.code, headers });
  }
}
