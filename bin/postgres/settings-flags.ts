/** The settings of every cluster. Settings of the caller come after these and override them. */
const baseSettings = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "256MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_wal_size: "2GB",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off", // It compiles for milliseconds what here runs for microseconds.
  random_page_cost: "1.1",
  log_destination: "stderr",
  logging_collector: "off",
  log_line_prefix: "%m [%p] ",
  // The detail of an error contains whole rows, and rows contain personal data.
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Converts settings to arguments of the program. */
export function settingsFlags(settings: Record<string, string>) {
  return Object.entries({ ...baseSettings, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
}
