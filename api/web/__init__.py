"""What stands around every answer: limits, request ids, headers, faults in the one shape, the page of the API."""
