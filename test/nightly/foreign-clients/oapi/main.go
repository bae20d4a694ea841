// Command oapi makes three calls with the client that oapi-codegen made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"cascade.test/foreign/oapi/made"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}
	client := must(made.NewClientWithResponses(os.Args[1], made.WithRequestEditorFn(authorize)))

	var create made.CreateWorkflowJSONRequestBody
	check(json.Unmarshal([]byte(os.Args[3]), &create))
	workflow := must(client.CreateWorkflowWithResponse(ctx, nil, create)).JSON201

	var trigger made.TriggerWorkflowJSONRequestBody
	check(json.Unmarshal([]byte(os.Args[4]), &trigger))
	params := &made.TriggerWorkflowParams{IdempotencyKey: "made-by-oapi-codegen"}
	accepted := must(client.TriggerWorkflowWithResponse(ctx, workflow.Data.Id, params, trigger)).JSON202

	wait := 20
	read := &made.GetExecutionParams{Wait: &wait}
	execution := must(client.GetExecutionWithResponse(ctx, accepted.Data.Id, read)).JSON200
	said := []any{workflow.Data.Name, accepted.Data.Id == execution.Data.Id, execution.Data.Status, execution.Data.Outcome}
	fmt.Println(string(must(json.Marshal(said))))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
