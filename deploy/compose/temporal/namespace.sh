#!/bin/sh
# Waits for the server and creates the namespace. Safe to repeat.
set -eu
until temporal operator cluster health --address "$TEMPORAL_ADDRESS"; do sleep 2; done
temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" --address "$TEMPORAL_ADDRESS" ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 7d --address "$TEMPORAL_ADDRESS"
