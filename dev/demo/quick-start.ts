export interface QuickStart {
  /** Address of the API, without /api/v1. */
  readonly baseUrl: string;
  readonly dataFolder: string;
  readonly workflowId: number;
}

/**
 * The commands to try first: subscribe, trigger, read, verify. README.md shows the same lines for the defaults, and a
 * test runs them in a shell. They need bash, curl, node and openssl.
 */
export function quickStart({ baseUrl, dataFolder, workflowId }: QuickStart): string {
  const folder = shellWord(dataFolder);
  return `\
# A token with all scopes
TOKEN=$(sed -n 's/.*"token": "\\(.*\\)".*/\\1/p' ${folder}/demo.json)
API=${baseUrl}/api/v1

# Subscribe: a receiver on port 9099 stores the first webhook in two files, and the answer holds the signing secret
node -e 'require("http").createServer((request, response) => {
  if (request.method !== "POST") return response.end()
  let body = ""
  request.on("data", (chunk) => body += chunk).on("end", () => {
    require("fs").writeFileSync("webhook.json", body)
    require("fs").writeFileSync("webhook.signature", request.headers["x-service-signature"])
    response.end(() => process.exit())
  })
}).listen(9099, "127.0.0.1")' &
until curl -s http://127.0.0.1:9099/; do sleep 0.2; done
SECRET=$(curl -s $API/webhook_subscriptions \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"url": "http://127.0.0.1:9099/", "event_filter": ["execution.completed"]}' \\
  | sed -n 's/.*"signing_secret":"\\([^"]*\\)".*/\\1/p')

# Trigger: 202 means that the execution is stored and will run
curl -s $API/workflows/${workflowId}/trigger \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: first-call-$(date +%s)" \\
  -d '{"payload": {"applicant": {"first_name": "Ada", "last_name": "Example", "email": "ada@example.com"}}}' \\
  | tee trigger.json; echo
ID=$(sed 's/^{"data":{"id":\\([0-9]*\\),.*/\\1/' trigger.json)

# Read: the receiver ends with the first webhook, and then the execution has ended too
wait
curl -s $API/executions/$ID -H "Authorization: Bearer $TOKEN"; echo

# Verify: both lines are the same
cat webhook.signature; echo
T=$(sed 's/^t=\\([0-9]*\\),.*/\\1/' webhook.signature)
echo "t=$T,v1=$({ printf '%s.' "$T"; cat webhook.json; } | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')"
`;
}

/** A path as one word of a shell. */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
