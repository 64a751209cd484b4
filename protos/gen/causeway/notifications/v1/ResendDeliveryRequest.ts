// Original file: protos/notifications/v1/notifications.proto


export interface ResendDeliveryRequest {
  'projectId'?: (string);
  'deliveryId'?: (string);
}

export interface ResendDeliveryRequest__Output {
  'projectId': (string);
  'deliveryId': (string);
}
