-- wrk sends each request of a file once, in order. The file has, for each, its length in bytes, a line break, and its bytes.
local requests = {}
local threads = {}
-- Global, because only globals of a thread can be read at the end.
sent = 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read("*l") end do
    table.insert(requests, file:read(tonumber(length)))
  end
  file:close()
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

-- Prints the figures as JSON. Times are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"refused":%d,"failed":%d,"sent":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, threads[1]:get("sent")))
end
