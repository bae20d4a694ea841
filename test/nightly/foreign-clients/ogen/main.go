// Command ogen makes three calls with the client that ogen made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"cascade.test/foreign/ogen/made"
)

type token string

func (t token) BearerAuth(context.Context, made.OperationName) (made.BearerAuth, error) {
	return made.BearerAuth{Token: string(t)}, nil
}

func main() {
	ctx := context.Background()
	client := must(made.NewClient(os.Args[1], token(os.Args[2])))

	var create made.CreateWorkflowReq
	check(create.UnmarshalJSON([]byte(os.Args[3])))
	created := must(client.CreateWorkflow(ctx, &create, made.CreateWorkflowParams{}))
	workflow := created.(*made.CreateWorkflowCreatedHeaders).Response.Data

	var trigger made.TriggerWorkflowReq
	check(trigger.UnmarshalJSON([]byte(os.Args[4])))
	params := made.TriggerWorkflowParams{ID: workflow.ID, IdempotencyKey: "made-by-ogen"}
	answer := must(client.TriggerWorkflow(ctx, made.NewOptTriggerWorkflowReq(trigger), params))
	accepted := answer.(*made.TriggerWorkflowAcceptedHeaders).Response.Data

	wait := made.NewOptInt(20)
	read := must(client.GetExecution(ctx, made.GetExecutionParams{ID: accepted.ID, Wait: wait}))
	execution := read.(*made.GetExecutionOKHeaders).Response.Data
	said := []any{workflow.Name, accepted.ID == execution.ID, execution.Status, execution.Outcome.Value}
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
