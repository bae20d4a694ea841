import com.fasterxml.jackson.databind.ObjectMapper;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ExecutionsApi;
import org.openapitools.client.api.WorkflowsApi;
import org.openapitools.client.model.CreateWorkflowRequest;
import org.openapitools.client.model.TriggerWorkflowRequest;

/** Makes three calls with the client that openapi-generator made. */
public class Drive {
  public static void main(String[] given) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(given[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + given[1]));
    ObjectMapper json = client.getObjectMapper();
    WorkflowsApi workflows = new WorkflowsApi(client);

    var create = json.readValue(given[2], CreateWorkflowRequest.class);
    var workflow = workflows.createWorkflow(create, null, null).getData();
    var trigger = json.readValue(given[3], TriggerWorkflowRequest.class);
    var accepted = workflows.triggerWorkflow(workflow.getId(), "made-by-openapi-generator", null, trigger).getData();
    var execution = new ExecutionsApi(client).getExecution(accepted.getId(), 20, null).getData();
    boolean isSame = accepted.getId().equals(execution.getId());
    Object[] said = {workflow.getName(), isSame, execution.getStatus().getValue(), execution.getOutcome().getValue()};
    System.out.println(json.writeValueAsString(said));
  }
}
