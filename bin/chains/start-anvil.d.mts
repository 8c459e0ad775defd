/** See start-anvil.mjs. */
export interface RunningAnvil {
  readonly pid: number;
  readonly rpcUrl: string;
  readonly ended: Promise<string>;
  isRunning(): boolean;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export function startAnvil(options: {
  chainId: number;
  logFile: string;
  args?: string[];
  port?: number;
  ownGroup?: boolean;
}): Promise<RunningAnvil>;
