import loader, { type ServiceDefinition } from '@grpc/proto-loader';
import { expect, it } from '@jest/globals';
import { PROTO_OPTIONS, protoPath, SERVICE_PATHS, type ServiceName, serviceDefinition } from './services.ts';

it.each(Object.keys(SERVICE_PATHS) as ServiceName[])('the definition of %s is that of its .proto file', (service) => {
  const parsed = loader.loadSync(protoPath(service), PROTO_OPTIONS)[SERVICE_PATHS[service]];
  expect(shapeOf(serviceDefinition(service) as ServiceDefinition)).toEqual(shapeOf(parsed as ServiceDefinition));
});

function shapeOf(definition: ServiceDefinition) {
  return Object.entries(definition).map(([name, { path, requestType, responseType }]) => ({
    name,
    path,
    request: requestType.type,
    response: responseType.type,
    messages: requestType.fileDescriptorProtos.map((file) => file.toString('base64')),
  }));
}
