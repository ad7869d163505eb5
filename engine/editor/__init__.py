"""What a writer's editor asks of a text: functions over texts and places, whatever the protocol."""
